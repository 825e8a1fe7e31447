-- The fence for every language: lockarbiter_fence(account, path, mode, token). It needs postgresql.sql. Statements end before an
-- empty line.
-- The text by which a path is compared: in NFC and, where case does not count, folded. Refuses what the arbiter refuses, and also code
-- points of a Unicode that is newer than that of the database. Before PostgreSQL 17 unassigned code points pass.
create or replace function lockarbiter_fence_path(path varchar, without_case boolean default false) returns varchar
language plpgsql set search_path from current as '
declare
  compared varchar := path;
  problem varchar;
  seen varchar;
begin
  -- NFC leaves a third of a text at least, so what is longer would be refused anyway, after seconds.
  if octet_length(path) > 3 * 4096 then
    problem := format(''has %s UTF-8 bytes, at most 4096 are allowed'', octet_length(path));
    path := left(path, 48) || ''...'' || right(path, 48);
    compared := path;
  elsif path ~ ''[^ -~]'' then
    if current_setting(''server_encoding'') <> ''UTF8'' then
      raise exception using errcode = ''0A000'', message = format(
        ''The database has server_encoding=%s, expected UTF8; it cannot normalise path=%s, so nothing is admitted.''
        '' Fix: fence in a database with UTF8.'', current_setting(''server_encoding''), path);
    end if;
    foreach seen in array regexp_split_to_array(path, '''') loop
      if seen ~ ''[\u0001-\u001f\u007f-\u009f]'' then
        problem := ''has the control character U+'';
      elsif current_setting(''server_version_num'')::integer >= 170000 then
        if not unicode_assigned(seen) then
          problem := ''has the unassigned code point U+'';
        end if;
      end if;
      if problem is not null then
        problem := problem || lpad(upper(to_hex(ascii(seen))), greatest(4, length(to_hex(ascii(seen)))), ''0'');
        exit;
      end if;
    end loop;
    compared := normalize(path, NFC);
  end if;
  problem := coalesce(problem,
    case when left(compared, 1) <> ''/'' then ''does not start with /'' end,
    (select case when s.segment <> '''' then ''has the segment '' || s.segment when s.n = s.count then ''ends with /''
        else ''has an empty segment'' end
      from (select u.*, count(*) over () from unnest(string_to_array(substr(compared, 2), ''/'')) with ordinality u (segment, n)) s
      where s.segment in ('''', ''.'', ''..'') order by s.n limit 1),
    (select format(''has %s segments, at most 64 are allowed'', n)
      from cardinality(string_to_array(substr(compared, 2), ''/'')) n where n > 64),
    (select format(''has %s UTF-8 bytes, at most 4096 are allowed'', n) from octet_length(compared) n where n > 4096));
  if without_case and problem is null and current_setting(''server_version_num'')::integer < 180000 then
    problem := ''cannot be compared without case: that needs PostgreSQL 18 or newer'';
  elsif without_case and problem is null then
    compared := normalize(casefold(normalize(compared, NFD) collate pg_unicode_fast), NFC);
    problem := (select format(''has %s UTF-8 bytes without case, at most 4096 are allowed'', n)
      from octet_length(compared) n where n > 4096);
  end if;
  if problem is not null then
    path := regexp_replace(path, ''[\u0001-\u001f\u007f-\u009f]'', ''?'', ''g'');
    raise exception using errcode = ''22023'', message = format(
      ''path=%s %s; no lock protects such a path, so nothing is admitted. Fix: give the path that was locked.'',
      case when length(path) > 96 then left(path, 48) || ''...'' || right(path, 48) else path end, problem);
  end if;
  return compared;
end ';

-- Admits an action, or raises LA001 if it comes too late: then the transaction is to be rolled back. The detail is JSON. Call it in the
-- transaction of the write, before the write. 22023 and 22004 are mistakes of the caller.
create or replace function lockarbiter_fence(
  account varchar, path varchar, mode varchar, token bigint, run bigint default 0, last boolean default false,
  holder varchar default null, without_case boolean default false) returns void
language plpgsql set search_path from current as '
declare
  problem varchar;
  refused record;
  who varchar;
begin
  if num_nulls(account, path, mode, token, run, last, without_case) > 0 then
    raise exception using errcode = ''22004'', message =
      ''A fencing action lacks its account, path, mode, token, run, last or without_case; only holder may be null. Nothing is admitted.'';
  end if;
  problem := coalesce(
    case when token < 1 or run < 0 then format(''token=%s and run=%s, expected a token from 1 and a run from 0'', token, run) end,
    case when mode in (''GUARD'', ''FREEZE'', ''CLOSE'') then format(''mode=%s, which protects and never acts. Acquire a lock for what is to be''
      '' done, an upload for example, and act by its token'', mode) end,
    case when mode not in (''READ'', ''ADD'', ''PUT'', ''DELETE'', ''EXCLUSIVE'') then format(''mode=%s, expected READ, ADD, PUT,''
      '' DELETE or EXCLUSIVE. One that only a newer arbiter knows counts as EXCLUSIVE'', mode) end,
    (select format(''a bad %s: it is empty, has a control character, or has more than 128 UTF-8 bytes'', i.name)
      from (values (''account'', account), (''holder'', holder)) i (name, id)
      where i.id = '''' or i.id ~ ''[\u0001-\u001f\u007f-\u009f]'' or octet_length(convert_to(i.id, ''UTF8'')) > 128 limit 1));
  if problem is not null then
    raise exception using errcode = ''22023'', message = format(''The fencing action has %s. Nothing is admitted.'', problem);
  end if;
  select * into refused from lockarbiter_fence_admit(account, array[convert_to(lockarbiter_fence_path(path, without_case), ''UTF8'')],
    array[mode], token, run, last, holder);
  if refused.answer = ''ADMITTED'' then
    return;
  elsif refused.answer = ''ISOLATION'' then
    raise exception using errcode = ''25000'', message = format(
      ''The transaction of a fencing guard has isolation=%s, expected read committed; it does not see actions since its first''
      '' statement, so late writes would be admitted. Fix: begin transaction isolation level read committed.'', refused.acted_mode);
  end if;
  path := lockarbiter_fence_path(path);
  who := format(''path=%s account=%s token=%s'', path, account, token);
  raise exception using errcode = ''LA001'', message = case refused.answer
      when ''OVERTAKEN'' then format(''%s of %s refused: token=%s has already acted there, %s it, with %s. If that lock is somebody''
        '' else''''s, this one had ended before: acting now would undo newer work. Acquire again, read the present state, and repeat with''
        '' the new token. If both are live locks of one owner, which do not exclude each other, give their actions one holder.'',
        mode, who, refused.number, case refused.relation when ''ANCESTOR'' then ''above'' when ''SAME'' then ''at'' else ''below'' end,
        refused.acted_mode)
      when ''TAKEN_OVER'' then format(''%s refused: run=%s of the same lock has already acted, this is run=%s. Another worker has taken''
        '' the job over; two runs would mix. Stop this run.'', who, refused.number, run)
      when ''DONE'' then format(''%s refused: run=%s has already made the last action of this lock. The work is done; repeating it could''
        '' undo newer work. Stop this run, and release the lock if it is still held.'', who, refused.number)
      else format(''%s refused: tokens below %s are forgotten. Whether it was overtaken can no longer be told, so it counts as late.''
        '' Acquire again, and repeat with the new token; if the lock is still held, forgetBelow was given too high a token.'',
        who, refused.number) end,
    detail = json_strip_nulls(json_build_object(''reason'', refused.answer, ''account'', account, ''path'', path, ''mode'', mode,
      ''token'', token, ''run'', run, ''relation'', case refused.answer when ''OVERTAKEN'' then refused.relation end,
      ''actedMode'', case refused.answer when ''OVERTAKEN'' then refused.acted_mode end,
      case refused.answer when ''OVERTAKEN'' then ''actedToken'' when ''FORGOTTEN'' then ''floor'' else ''actedRun'' end,
      refused.number));
end ';
