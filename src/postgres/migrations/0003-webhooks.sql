-- Endpoints that are told of changes, and the lease of the one instance that tells them.

create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Separated by commas.
  events text not null,
  low bigint not null,
  created_at_ms bigint not null,
  -- Counts up with every change by a command.
  revision bigint not null,
  -- The last ledger entry that was delivered.
  cursor bigint not null,
  failing_since_ms bigint,
  failures bigint not null,
  next_attempt_at_ms bigint,
  disabled_at_ms bigint,
  last_answer text,
  last_answer_at_ms bigint
);

-- One row. The holder renews it by counting up; another instance takes it once it has not changed for a while.
create table webhook_lease (
  singleton boolean primary key default true check (singleton),
  holder text not null,
  renewal bigint not null
);

insert into webhook_lease (holder, renewal) values ('', 0);
