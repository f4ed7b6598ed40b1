-- Times of the ledger that can be searched, and tables and columns named for what they hold. The renamed ones are part of
-- every write of earlier versions, so a service that was not stopped cannot write any more.

alter table api_key rename column origin to rotation_id;
alter table remembered rename to idempotency_record;
alter index remembered_pkey rename to idempotency_record_pkey;
alter index remembered_by_age rename to idempotency_record_by_age;

-- The time of the last entry.
alter table head add column at_ms bigint not null default 0;
update head set at_ms = coalesce((select at_ms from ledger where ledger.seq = head.seq), 0);

-- Where times go back. Since this schema an entry is never earlier than the one before, but the ledger may hold entries
-- that were written before, with a clock that was set back or with several clocks. A row stands for a thousand entries
-- with at least one such step: the latest time up to their end, and the earliest from their beginning on.
create table clock_step (
  -- The sequence divided by 1,000.
  thousand bigint primary key,
  latest_ms bigint not null,
  earliest_ms bigint not null
);

insert into clock_step (thousand, latest_ms, earliest_ms)
select thousand, latest_ms, earliest_ms
from (
  select thousand, steps,
    max(latest_ms) over (order by thousand) as latest_ms,
    min(earliest_ms) over (order by thousand desc) as earliest_ms
  from (
    select seq / 1000 as thousand, max(at_ms) as latest_ms, min(at_ms) as earliest_ms,
      count(*) filter (where at_ms < previous_ms) as steps
    from (select seq, at_ms, lag(at_ms) over (order by seq) as previous_ms from ledger) as entry
    group by seq / 1000
  ) as span
) as bound
where steps > 0;

-- Names become details: a barcode and a level beside the name. Every name stays. The renamed table is part of every
-- change of a name by earlier versions, so a service that was not stopped cannot make one any more.

alter table pet_name rename to pet_details;
alter index pet_name_pkey rename to pet_details_pkey;
alter index pet_name_by_revision rename to pet_details_by_revision;
alter table pet_details add column barcode text, add column low_at bigint;
create index pet_details_by_barcode on pet_details (barcode) where barcode is not null;
alter table head rename column names_revision to details_revision;

-- What a caller was told, where the ledger's entries do not say it: a repeated request gets the same.
alter table idempotency_record add column body text;

-- For the search by key and by reason.
create index ledger_by_key on ledger (key_name, seq) where key_name is not null;
create index ledger_by_reason on ledger (reason, seq) where reason is not null;

-- What is set aside, a row for each pet of a reservation. Rows that have expired mean nothing, and are deleted some time.
create table reservation (
  id text collate "C" not null,
  position bigint not null,
  pet_id bigint not null,
  quantity bigint not null,
  expires_at_ms bigint not null,
  created_at_ms bigint not null,
  key_name text,
  note text,
  primary key (id, position)
);

create index reservation_by_pet on reservation (pet_id);
create index reservation_by_key on reservation (key_name) where position = 0;
create index reservation_by_expiry on reservation (expires_at_ms);

-- Keys that manage keys and webhooks (owner), and links that make the first of them (setup).

alter table api_key drop constraint api_key_scope_check;
alter table api_key add check (scope in ('setup', 'read', 'write', 'admin', 'owner'));

-- What owners and commands did to keys and webhooks, the newest thousand.
create table owner_action (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  kind text not null,
  name text not null,
  -- Null for a command.
  key_name text,
  request_id text
);

-- A secret that is replaced signs on for a while; filters are lists with commas, null for all; a replay goes on from its
-- cursor until it has come to its end.
alter table webhook add column previous_secret text;
alter table webhook add column previous_secret_until_ms bigint;
alter table webhook add column public_only boolean not null default false;
alter table webhook add column pet_ids text;
alter table webhook add column reasons text;
alter table webhook add column paused_at_ms bigint;
alter table webhook add column replay_cursor bigint;
alter table webhook add column replay_until bigint;

-- The last attempts to deliver, fifty for each endpoint.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  at_ms bigint not null,
  seq bigint not null,
  event text not null,
  status bigint,
  error text,
  duration_ms bigint not null,
  response text
);
