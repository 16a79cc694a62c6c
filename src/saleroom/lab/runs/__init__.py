"""Bulk runs: tasks in processes or on a cluster, and folders from which an interrupted run continues."""
