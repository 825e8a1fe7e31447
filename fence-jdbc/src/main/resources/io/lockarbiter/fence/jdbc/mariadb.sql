-- The memory of JdbcFencingGuard in MariaDB or MySQL. Statements end before an empty line. Names are bytes: the collations take
-- unequal names for equal.
-- One row per account. Each check updates it first, so the checks of an account follow one another.
create table if not exists lockarbiter_fence_account (
  account varbinary(128) not null primary key,
  floor_token bigint not null,                 -- tokens below are forgotten and refused
  checks bigint not null
) engine = InnoDB;

-- The highest tokens that acted in a mode at a path (AT) or strictly below it (BELOW).
create table if not exists lockarbiter_fence_trace (
  node varbinary(32) not null,                 -- SHA-256 of account and path: a path is too long for an index
  place varchar(5) character set ascii not null,
  mode varchar(9) character set ascii not null,
  account varbinary(128) not null,
  token bigint not null,                       -- the highest
  holder varbinary(128),                       -- the holder that acted with it
  other_token bigint not null,                 -- the highest of any other holder
  primary key (node, place, mode),
  index lockarbiter_fence_trace_account (account)
) engine = InnoDB;

-- The runs of jobs that may run more than once.
create table if not exists lockarbiter_fence_run (
  account varbinary(128) not null,
  token bigint not null,
  run bigint not null,                         -- the latest that acted
  done boolean not null,                       -- whether the last action was made
  primary key (account, token)
) engine = InnoDB;
