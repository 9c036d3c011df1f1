"""Operating systems, drivers, releases and virtual machines."""
