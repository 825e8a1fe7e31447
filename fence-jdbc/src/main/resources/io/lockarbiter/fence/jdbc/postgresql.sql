-- The memory of the fencing guard in PostgreSQL, and its checks. Statements end before an empty line.
-- The tokens below which an account has forgotten everything.
create table if not exists lockarbiter_fence_account (
  account varchar(128) collate "C" not null primary key,
  floor_token bigint not null
);

-- The actions. Rows are only added and, below the floor, taken away: so nobody waits for a row of somebody else.
create table if not exists lockarbiter_fence_trace (
  account varchar(128) collate "C" not null,
  place uuid not null,                         -- hash of account, path, whether at it or below it, and mode (READ and ADD are one)
  token bigint not null,
  holder varchar(128) collate "C",
  mode varchar(9) not null
);

create index if not exists lockarbiter_fence_trace_place on lockarbiter_fence_trace (account, place, token);

-- The runs of jobs that may run more than once.
create table if not exists lockarbiter_fence_run (
  account varchar(128) collate "C" not null,
  token bigint not null,
  run bigint not null,                         -- the latest that acted
  done boolean not null,                       -- whether the last action was made
  primary key (account, token)
);

-- One check of an action on one or more targets. Every guard calls it.
-- Each place of the action has a hash: SHA-256 of the account and the path. Half of it is the key of a row, a quarter that of a lock.
-- Their last digit is for the mode. At the path 0 stands for READ and ADD, 2 for PUT and EXCLUSIVE, 3 for DELETE. Strictly below it
-- 5 stands for READ, ADD and PUT, 8 for DELETE, 9 for EXCLUSIVE. Modes that conflict with the same modes there have one digit. Any
-- other mode counts as EXCLUSIVE. The paths are those that are compared, in UTF-8 whatever the encoding of the database.
-- Held until the transaction ends: a shared lock for each trace it leaves. Then it looks whether anybody else holds
-- such a lock where it would conflict, by taking that lock alone and giving it back in the same expression, which nothing can
-- interrupt. Of two that conflict the second sees the first, whichever way they are interleaved. Whoever sees another gives up what
-- he has, waits in line for the lock he failed at, and tries again holding it. Those that try again do so one at a time.
-- Only these two locks live longer than an expression though no transaction owns them. Every way out gives them back.
-- A transaction that would need more than 60 locks takes its account as a whole, as EXCLUSIVE at its root. With the few that a check
-- needs for a moment, 60 fit into the room of a transaction (max_locks_per_transaction, 64). A setting that ends with the transaction,
-- and goes back with a savepoint as the locks do, has those it holds.
-- Every function keeps the search path of its creation, so it finds the tables that were created with it.
-- Rows are read behind the locks, each statement with a snapshot of its own. A plan is made once: to make it anew costs more than the
-- check. The body is quoted in a way that every tool can split.
create or replace function lockarbiter_fence_admit(
  our_account varchar, our_paths bytea[], our_modes varchar[], our_token bigint, our_run bigint, our_last boolean,
  our_holder varchar, out answer varchar, out target integer, out relation varchar, out acted_mode varchar, out number bigint)
language plpgsql set search_path from current set enable_seqscan = off set plan_cache_mode = force_generic_plan as '
declare
  tree constant bytea := convert_to(our_account || chr(10), ''UTF8'');
  gate_lock constant bigint := (''x'' || substr(encode(sha256(tree || ''gate''), ''hex''), 33, 16))::bit(64)::bigint;
  runs_lock bigint := (''x'' || substr(encode(sha256(tree || (''run '' || our_token)::bytea), ''hex''), 33, 16))::bit(64)::bigint;
  held_before constant bigint[] := nullif(current_setting(''lockarbiter.locks'', true), '''')::bigint[];
  held bigint[];
  to_hold bigint[];
  to_be_free bigint[];
  traces uuid[];
  modes varchar[];
  conflicting uuid[];
  targets integer[];
  relations integer[];
  segments varchar[];
  depth integer;
  path bytea;
  hash varchar;
  lock_at bigint;
  trace uuid;
  digits integer[];
  digit integer;
  run_alone boolean := our_last;
  run_before bigint;
  done_before boolean;
  floor_now bigint;
  blocked bigint;
  blocked_shared boolean;
  try_again boolean;
  waited bigint;
  waited_shared boolean;
  in_gate boolean := false;
begin
  if current_setting(''transaction_isolation'') not in (''read committed'', ''read uncommitted'') then
    answer := ''ISOLATION'';
    acted_mode := current_setting(''transaction_isolation'');
    return;
  end if;
  for i in 1..cardinality(our_paths) loop
    segments := string_to_array(substr(encode(our_paths[i], ''escape''), 2), ''/'');
    depth := cardinality(segments);
    path := '''';
    for level in 0..depth loop
      if level > 0 then
        path := path || decode(''/'' || segments[level], ''escape'');
      end if;
      hash := encode(sha256(tree || case when level = 0 then ''/'' else path end), ''hex'');
      lock_at := (''x'' || substr(hash, 33, 15) || ''0'')::bit(64)::bigint;
      -- The digit of the trace, then those of what conflicts with it.
      digits := case
        when our_modes[i] in (''READ'', ''ADD'') then case when level < depth then array[5, 2,3] else array[0, 2,3, 8,9] end
        when our_modes[i] = ''PUT'' then case when level < depth then array[5, 2,3] else array[2, 0,2,3, 5,8,9] end
        when our_modes[i] = ''DELETE'' then case when level < depth then array[8, 0,2] else array[3, 0,2, 5,9] end
        else case when level < depth then array[9, 0,2,3] else array[2, 0,2,3, 5,8,9] end end;
      trace := (left(hash, 31) || digits[1])::uuid;
      if i = 1 or trace <> all (traces) then
        traces := traces || trace;
        modes := modes || our_modes[i];
        to_hold := to_hold || (lock_at | digits[1]);
      end if;
      foreach digit in array digits[2:] loop
        conflicting := conflicting || (left(hash, 31) || digit)::uuid;
        to_be_free := to_be_free || (lock_at | digit);
        targets := targets || i;
        relations := relations || case when level < depth then 1 when digit < 5 then 2 else 3 end;
      end loop;
    end loop;
  end loop;
  held := array(select distinct k from unnest(held_before || to_hold || runs_lock) k);
  if cardinality(held) > 60 then
    lock_at := (''x'' || substr(encode(sha256(tree || ''/''), ''hex''), 33, 15) || ''0'')::bit(64)::bigint;
    to_hold := array[lock_at | 2];
    to_be_free := array[lock_at, lock_at | 2, lock_at | 3, lock_at | 5, lock_at | 8, lock_at | 9];
    runs_lock := null;
    held := array(select distinct k from unnest(held_before || to_hold) k);
  end if;
  begin
    begin
      for attempt in 1..1001 loop
        if attempt > 1000 then
          raise sqlstate ''40001'' using message = ''1000 tries found the way taken'';
        end if;
        begin
          select k into blocked from unnest(to_hold) k where not pg_try_advisory_xact_lock_shared(k) limit 1;
          blocked_shared := true;
          if blocked is null and not (case
              when run_alone then pg_try_advisory_xact_lock(runs_lock)
              else pg_try_advisory_xact_lock_shared(runs_lock) end) then
            blocked := runs_lock;
            blocked_shared := not run_alone;
          end if;
          if blocked is null then
            select k into blocked from unnest(to_be_free) k
              where case when pg_try_advisory_lock(k) then not pg_advisory_unlock(k) else true end limit 1;
            blocked_shared := false;
          end if;
          -- The floor last: whoever misses a row that was forgotten sees the floor below which it lay.
          select ''OVERTAKEN'', c.target, (array[''ANCESTOR'', ''SAME'', ''DESCENDANT''])[c.relation], t.mode, t.token
            into answer, target, relation, acted_mode, number
            from unnest(conflicting, targets, relations) with ordinality c (place, target, relation, n)
            cross join lateral (
              select r.token, r.mode from lockarbiter_fence_trace r
              where r.account = our_account and r.place = c.place and r.token > our_token
                and (our_holder is null or r.holder is distinct from our_holder)
              order by r.token desc limit 1) t
            order by c.n limit 1;
          select r.run, r.done, a.floor_token into run_before, done_before, floor_now
            from (select our_account) o (account)
            left join lockarbiter_fence_run r on r.account = o.account and r.token = our_token
            left join lockarbiter_fence_account a on a.account = o.account;
          if our_token < floor_now then
            answer := ''FORGOTTEN'';
            number := floor_now;
          elsif done_before then
            answer := ''DONE'';
            number := run_before;
          elsif our_run < run_before then
            answer := ''TAKEN_OVER'';
            number := run_before;
          end if;
          -- The first action of a run writes its row, so it must be alone among those of its lock.
          try_again := not run_alone and our_run > coalesce(run_before, 0);
          if answer is not null or blocked is not null or try_again then
            raise sqlstate ''LA999'';
          end if;
        exception when sqlstate ''LA999'' then
          null;
        end;
        if in_gate then
          in_gate := not pg_advisory_unlock(gate_lock);
        end if;
        if waited is not null then
          waited := case when (case when waited_shared then pg_advisory_unlock_shared(waited) else pg_advisory_unlock(waited) end)
            then null end;
        end if;
        if answer is not null then
          return;
        end if;
        exit when blocked is null and not try_again;
        run_alone := run_alone or try_again;
        if blocked is not null then
          waited_shared := blocked_shared;
          -- Waited for by locks of the transaction, which an error takes away even if it comes with the lock. The others are then
          -- taken without waiting, and noted before: an error may come before the next statement. To give back what was not taken
          -- costs a warning.
          begin
            if waited_shared then
              perform pg_advisory_xact_lock_shared(blocked);
              waited := blocked;
              perform pg_try_advisory_lock_shared(blocked);
            else
              perform pg_advisory_xact_lock(blocked);
              waited := blocked;
              perform pg_try_advisory_lock(blocked);
            end if;
            perform pg_advisory_xact_lock(gate_lock);
            in_gate := true;
            perform pg_try_advisory_lock(gate_lock);
            raise sqlstate ''LA999'';
          exception when sqlstate ''LA999'' then
            null;
          end;
        end if;
      end loop;
    exception when others or query_canceled then
      if in_gate then
        in_gate := not pg_advisory_unlock(gate_lock);
      end if;
      if waited is not null then
        waited := case when (case when waited_shared then pg_advisory_unlock_shared(waited) else pg_advisory_unlock(waited) end)
          then null end;
      end if;
      raise;
    end;
  -- Once more, for a cancel that comes while the first one is handled.
  exception when others or query_canceled then
    if in_gate then
      perform pg_advisory_unlock(gate_lock);
    end if;
    if waited is not null then
      perform case when waited_shared then pg_advisory_unlock_shared(waited) else pg_advisory_unlock(waited) end;
    end if;
    raise;
  end;
  if our_last or our_run > coalesce(run_before, 0) then
    insert into lockarbiter_fence_run as r (account, token, run, done) values (our_account, our_token, our_run, our_last)
      on conflict (account, token) do update
      set run = greatest(r.run, excluded.run), done = r.done or excluded.done;
  end if;
  insert into lockarbiter_fence_trace (account, place, token, holder, mode)
    select our_account, t.place, our_token, our_holder, t.mode
    from unnest(traces, modes) t (place, mode)
    where (
      select r.token from lockarbiter_fence_trace r
      where r.account = our_account and r.place = t.place and r.token >= our_token
        and (r.holder is null or r.holder = our_holder)
      limit 1) is null;
  perform set_config(''lockarbiter.locks'', held::varchar, true);
  answer := ''ADMITTED'';
end ';

-- Waits for no check, and no check waits for it: what an open transaction has at hand is left for the next time.
create or replace function lockarbiter_fence_forget(our_account varchar, below bigint) returns void
language plpgsql set search_path from current set enable_seqscan = off as '
begin
  insert into lockarbiter_fence_account as a (account, floor_token) values (our_account, below)
    on conflict (account) do update set floor_token = excluded.floor_token where a.floor_token < excluded.floor_token;
  delete from lockarbiter_fence_trace where account = our_account and token < below;
  delete from lockarbiter_fence_run where (account, token) in (
    select r.account, r.token from lockarbiter_fence_run r where r.account = our_account and r.token < below for update skip locked);
end ';
