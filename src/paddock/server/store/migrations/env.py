"""Alembic environment: runs in a connection that already has a transaction."""

from alembic import context

from paddock.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()
