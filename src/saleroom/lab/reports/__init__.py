"""Building blocks of reports: pages, figures and formatted numbers."""
