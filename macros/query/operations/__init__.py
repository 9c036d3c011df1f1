"""Running it: Kubernetes, tuning, measurements and what to mind about them."""
