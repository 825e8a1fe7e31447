#!/usr/bin/env bash
# Adds the operation RESTORE (path EXCLUSIVE, destination PUT) with a version of the rules of its own, in every place that
# CONTRIBUTING.md names under "an operation". OperationAddedTest runs it on a copy of the tree.
# usage: add-operation.sh ROOT
set -euo pipefail
cd "$1"
scenarios=$(find . -path '*/src/main/resources/scenarios' -not -path '*/target/*')
contracts=contracts/src/main/java/io/lockarbiter/contracts
tests=contracts/src/test/java/io/lockarbiter/contracts
recorded=contracts/src/test/resources/recorded-v1

# Edits a file by a sed expression that must change it.
edit() {
  sed -E -e "$2" "$1" > "$1.edited"
  if cmp -s "$1" "$1.edited"; then
    echo "$1: nothing to change by $2" >&2
    exit 1
  fi
  cat "$1.edited" > "$1"
  rm "$1.edited"
}

digest() {
  { sha256sum "$1" 2> /dev/null || shasum -a 256 "$1"; } | cut -d ' ' -f 1
}

# A backslash and a line's end: what sed puts for a line break, in GNU's and in BSD's.
n='\
'

old=$(sed -n -E 's/.* NEWEST_RULES = ([0-9]+);/\1/p' $contracts/lock/Settings.java)
new=$((old + 1))

edit $contracts/lock/Settings.java "s/(NEWEST_RULES = )$old;/\1$new;/"
edit $contracts/lock/Operation.java "s/^(  CLOSE\(.*\)),$/\1,$n  RESTORE($new, Mode.EXCLUSIVE, Mode.PUT),/"

edit contracts/src/main/resources/schema/lock.schema.json "s/^( *)\"CLOSE\"$/\1\"CLOSE\",$n\1\"RESTORE\"/"
edit contracts/src/main/resources/schema/command.schema.json \
  's/RENAME, MOVE and COPY/RENAME, MOVE, COPY and RESTORE/; s/("RENAME", "MOVE", "COPY")\]/\1, "RESTORE"]/'

edit RULES.md "s/^(\| \`RENAME\`, \`MOVE\`)( \|)/\1, \`RESTORE\`\2/; s/^(\| \`rules\` \| )$old /\1$new /"
edit RULES.md "s/^There is version 1\..*$/& Version $new adds the operation \`RESTORE\`./"
edit README.md 's/(source of `RENAME`) and `MOVE`/\1, `MOVE` and `RESTORE`/'

edit client/src/main/java/io/lockarbiter/client/LockRequest.java "/LockRequest copy\(/,/^  \}$/ s/^  \}$/&$n$n  \/** Puts back what was deleted. *\/$n\
  public static LockRequest restore($n      String account, String subAccount, String path, String destination) {$n\
    return of(account, subAccount, Operation.RESTORE, path, destination);$n  }/"
edit client/src/test/java/io/lockarbiter/client/LockRequestTest.java \
  "s/^( *)(LockRequest\.)copy(\(.*,)$/\1\2copy\3$n\1\2restore\3/"

edit $tests/lock/OperationTest.java "s/^( *)MOVE, EXCLUSIVE, PUT$/\1MOVE, EXCLUSIVE, PUT$n\1RESTORE, EXCLUSIVE, PUT/"
targets='"targets":[{"path":"/bin/a","mode":"EXCLUSIVE"},{"path":"/a","mode":"PUT"}]'
asked='"operation":"RESTORE","path":"/bin/a","destination":"/a"'
cat > $recorded/commands-rules-$new.jsonl << END
{"v":1,"type":"acquire","commandId":"c1","account":"acme","subAccount":"u1",$asked,"leaseMs":30000}
END
cat > $recorded/events-rules-$new.jsonl << END
{"v":1,"type":"granted","seq":1,"at":5,"account":"acme","commandId":"c1","cause":{"partition":0,"offset":1},"lockId":"c1","subAccount":"u1",$asked,$targets,"leaseMs":30000,"token":1,"expiresAt":30005,"waitedMs":0}
END
for form in commands events; do
  edit $tests/codec/RecordedRecordsTest.java "s/^( *)\"$form\.jsonl\", ?/\1\"$form.jsonl\", \"$form-rules-$new.jsonl\", /"
  edit $tests/codec/RecordedRecordsTest.java "s/^( *)\"$form\.jsonl, .*$/&$n\1\"$form-rules-$new.jsonl, $form-digest\",/"
  edit $tests/codec/RecordedRecordsTest.java "s/$form-digest/$(digest $recorded/$form-rules-$new.jsonl)/"
done

constant='io\.lockarbiter\.contracts\.lock\.Operation: public static final io\.lockarbiter\.contracts\.lock\.Operation'
edit docs/api/lock-arbiter-contracts.txt "s/^($constant )RENAME$/&$n\1RESTORE/"
edit docs/api/lock-arbiter-client.txt \
  's/^(.*LockRequest: public static io\.lockarbiter\.client\.LockRequest )rename(.*)$/&'"$n"'\1restore\2/'
edit console/src/main/resources/console/app/explain.js 's/^(const WITH_DESTINATION = .*)\];/\1, "RESTORE"];/'
edit gateway/src/main/resources/gateway/openapi.json "/\"CHECK_OUT\"/,/\]/ s/^( *)\"CLOSE\"$/\1\"CLOSE\",$n\1\"RESTORE\"/"
edit sdk/typescript/src/index.js \
  "s/\|'CLOSE'\}/|'CLOSE'|'RESTORE'}/; s/^( *)rename(\(path, destination.*)'RENAME'(.*)$/&$n\1restore\2'RESTORE'\3/"
edit sdk/python/lockarbiter/client.py "s/^(    def )rename(\(.*)\"RENAME\"(.*)$/&$n\1restore\2\"RESTORE\"\3/"
edit CHANGELOG.md 's/twelve operations/thirteen operations/'
cat > "$scenarios/restore.json" << END
[
 {"name": "what is put back is used by nobody else",
  "steps": [
   {"at": 0, "command": {"type": "settings", "rules": $new}, "events": []},
   {"at": 1, "command": {"type": "acquire", "commandId": "a", "account": "acme", "subAccount": "u1", $asked}, "events": [{"type": "granted", "lockId": "a", $targets}]},
   {"at": 2, "command": {"type": "acquire", "commandId": "b", "account": "acme", "subAccount": "u2", "operation": "DOWNLOAD", "path": "/a"}, "events": [{"type": "rejected", "reason": "CONFLICT"}]}
  ]},
 {"name": "nobody knows it under earlier rules",
  "steps": [
   {"at": 0, "command": {"type": "settings", "rules": $old}, "events": []},
   {"at": 1, "command": {"type": "acquire", "commandId": "a", "account": "acme", "subAccount": "u1", $asked}, "events": [{"type": "rejected", "reason": "INVALID", "field": "operation"}]},
   {"at": 2, "command": {"type": "settings", "rules": $new}, "events": []},
   {"at": 3, "command": {"type": "acquire", "commandId": "b", "account": "acme", "subAccount": "u1", $asked}, "events": [{"type": "granted", "lockId": "b"}]}
  ]}
]
END
