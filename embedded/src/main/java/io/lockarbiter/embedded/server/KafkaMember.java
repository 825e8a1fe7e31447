package io.lockarbiter.embedded.server;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/**
 * The place of a broker in its cluster, in which each node is a controller too.
 *
 * @param node its number, from 1
 * @param controllerPorts of all nodes, in their order
 */
public record KafkaMember(int node, String clusterId, List<Integer> controllerPorts) {
  /** Returns the place of a single broker. */
  static KafkaMember alone() {
    return new KafkaMember(1, newClusterId(), List.of(Ports.free()));
  }

  /** Returns a new id of a cluster. */
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
