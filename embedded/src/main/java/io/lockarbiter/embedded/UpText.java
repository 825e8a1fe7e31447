package io.lockarbiter.embedded;

/** The text that {@code lockarbiter up} prints: addresses, and lines to paste. */
final class UpText {
  private static final String TEXT =
      """

      Kafka    %1$s   topics lock.commands, lock.events
      Redis    %2$s
      Arbiter  %3$s
      Console  %4$s   in a browser: who holds what, who waits for whom; here it may force locks open

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

      Look at it over HTTP:

        curl -s '%3$s/api/accounts/acme/locks?under=/docs'
        curl -s %3$s/api/partitions
        curl -s %3$s/actuator/health

      Ctrl-C ends all of it.""";

  private UpText() {}

  static String of(String kafka, String redis, String http, String console) {
    return TEXT.formatted(kafka, redis, http, console);
  }
}
