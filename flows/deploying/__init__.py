"""What is created in Prefect so that runs happen without a shell: pool, deployments, schedules, automations."""
