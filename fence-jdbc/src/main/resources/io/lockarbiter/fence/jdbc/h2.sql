-- The memory of JdbcFencingGuard in H2. Statements end before an empty line. Ids have at most 128 bytes.
-- One row per account. Each check updates it first, so the checks of an account follow one another.
create table if not exists lockarbiter_fence_account (
  account varbinary(128) not null primary key,
  floor_token bigint not null,                 -- tokens below are forgotten and refused
  checks bigint not null                       -- counted, so that no isolation level reads past an earlier check
);

-- The highest tokens that acted in a mode at a path (AT) or strictly below it (BELOW).
create table if not exists lockarbiter_fence_trace (
  node varbinary(32) not null,                 -- SHA-256 of account and path: a path is too long for an index
  place varchar(5) not null,
  mode varchar(9) not null,
  account varbinary(128) not null,
  token bigint not null,                       -- the highest
  holder varbinary(128),                       -- the holder that acted with it
  other_token bigint not null,                 -- the highest of any other holder
  primary key (node, place, mode)
);

create index if not exists lockarbiter_fence_trace_account on lockarbiter_fence_trace (account);

-- The runs of jobs that may run more than once.
create table if not exists lockarbiter_fence_run (
  account varbinary(128) not null,
  token bigint not null,
  run bigint not null,                         -- the latest that acted
  done boolean not null,                       -- whether the last action was made
  primary key (account, token)
);
