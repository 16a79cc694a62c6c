"""Leak checks for any environment: no seat may receive anything that depends on what that seat cannot know."""

from saleroom.testing.leaks import leak_check
from saleroom.testing.report import Finding, Leak, Report
from saleroom.testing.tables import NoRedeal, Table

__all__ = ["Finding", "Leak", "NoRedeal", "Report", "Table", "leak_check"]
