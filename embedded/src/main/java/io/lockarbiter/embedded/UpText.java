package io.lockarbiter.embedded;

/** The text that {@code lockarbiter up} prints: addresses, and lines to paste. */
final class UpText {
  private static final String TEXT =
      """

      Kafka    %1$s   topics lock.commands, lock.events
      Redis    %2$s
      Arbiter  %3$s
      Console  %4$s   in a browser: who holds what, who waits for whom; here it may force locks open
      Gateway  %5$s   for HTTP; its key is new at each start
      KEY=%6$s
      Demo     %5$s/demo/   in a browser, in two tabs: they take turns on a file tree, with what the arbiter says beside it

      Read the decisions (in a second terminal):

        kcat -q -C -b %1$s -t lock.events -o end -X isolation.level=read_committed

      Ask for a lock; the key is the account. Sent again it is a repeat, so change commandId:

        echo 'acme|{"type":"acquire","commandId":"c1","account":"acme","subAccount":"u1","operation":"UPLOAD","path":"/docs/plan.pdf","leaseMs":600000}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      Let somebody else try to delete the folder above it: rejected, CONFLICT.

        echo 'acme|{"type":"acquire","commandId":"c2","account":"acme","subAccount":"u2","operation":"DELETE","path":"/docs"}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      Give it back:

        echo 'acme|{"type":"release","commandId":"c3","account":"acme","subAccount":"u1","lockId":"c1"}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      Wait in line instead. A deletion is held:

        echo 'acme|{"type":"acquire","commandId":"w1","account":"acme","subAccount":"u2","operation":"DELETE","path":"/photos","leaseMs":600000}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      An upload below it waits, for at most ten minutes: queued, position 1.

        echo 'acme|{"type":"acquire","commandId":"w2","account":"acme","subAccount":"u1","operation":"UPLOAD","path":"/photos/cat.jpg","waitMs":600000}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      The deletion ends: released, and in the same moment w2 is granted, with waitedMs.

        echo 'acme|{"type":"release","commandId":"w3","account":"acme","subAccount":"u2","lockId":"w1"}' | kcat -P -b %1$s -t lock.commands -K '|' -X partitioner=murmur2_random

      The same without Kafka, by the gateway. Ask; the answer says for how long the lock is safe, from before you asked:

        curl -s -H 'Authorization: Bearer %6$s' -H 'Session: tab-1' -H 'Idempotency-Key: h1' -H 'Content-Type: application/json' -d '{"operation":"UPLOAD","path":"/web/plan.pdf","leaseMs":600000}' %5$s/v1/accounts/acme/locks

      Another tab asks to delete the folder above it, and waits: queued after two seconds.

        curl -s -H 'Authorization: Bearer %6$s' -H 'Session: tab-2' -H 'Idempotency-Key: h2' -H 'Prefer: wait=2' -H 'Content-Type: application/json' -d '{"operation":"DELETE","path":"/web","waitMs":600000}' %5$s/v1/accounts/acme/locks

      Renew the first, and give it back; the second is granted.

        curl -s -H 'Authorization: Bearer %6$s' -H 'Session: tab-1' -X POST %5$s/v1/accounts/acme/locks/h1/renew
        curl -s -H 'Authorization: Bearer %6$s' -H 'Session: tab-1' -X DELETE %5$s/v1/accounts/acme/locks/h1
        curl -s -H 'Authorization: Bearer %6$s' '%5$s/v1/accounts/acme/locks/h2?wait=5'

      Look at it over HTTP:

        curl -s '%3$s/api/accounts/acme/locks?under=/docs'
        curl -s %3$s/api/partitions
        curl -s %3$s/actuator/health

      Ctrl-C ends all of it.""";

  private UpText() {}

  static String of(
      String kafka, String redis, String http, String console, String gateway, String key) {
    return TEXT.formatted(kafka, redis, http, console, gateway, key);
  }
}
