"""One kernel a file, as a thin Prefect task; the only cache policy. Imported by ``flows`` alone."""
