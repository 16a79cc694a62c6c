"""Parts of reports: pages, figures, and numbers in words."""
