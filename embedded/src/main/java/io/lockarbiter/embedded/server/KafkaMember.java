package io.lockarbiter.embedded.server;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * A broker's place among those of its cluster, each of which is a controller too.
 *
 * @param node its number, from 1
 * @param controllerPorts of all nodes, in their order
 */
public record KafkaMember(int node, String clusterId, List<Integer> controllerPorts) {
  /** A broker by itself. */
  static KafkaMember alone() {
    return new KafkaMember(1, newClusterId(), List.of(Ports.free()));
  }

  /** An id that no other cluster has. */
  public static String newClusterId() {
    return Uuid.randomUuid().toString();
  }

  int controllerPort() {
    return controllerPorts.get(node - 1);
  }

  String voters() {
    return IntStream.rangeClosed(1, controllerPorts.size())
        .mapToObj(each -> each + "@" + Ports.HOST + ":" + controllerPorts.get(each - 1))
        .collect(Collectors.joining(","));
  }
}
