"""Alembic's doorway: it is always handed a connection that is inside a transaction."""

from alembic import context

from paddock.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()
