package io.lockarbiter.deploy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that the chart refuses, each by a text that names the value. */
class ChartRefusalsTest {
  private static final String GOOD =
      """
      kafka: {bootstrapServers: "kafka:9092"}
      redis: {addresses: "redis://redis:6379"}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replicas: 3                                                     | additional properties 'replicas' not allowed
          arbiter: {replica: 3}                                           | at '/arbiter': additional properties 'replica' not allowed
          arbiter: {replicas: many}                                       | at '/arbiter/replicas': got string, want integer
          topics: {partitions: 0}                                         | at '/topics/partitions': minimum: got 0, want 1
          topics: {prefix: eu/}                                           | at '/topics/prefix': 'eu/' does not match pattern
          deployment: my locks                                            | at '/deployment': 'my locks' does not match pattern
          kafka: {bootstrapServers: kafka}                                | at '/kafka/bootstrapServers': 'kafka' does not match pattern
          redis: {addresses: redis:6379}                                  | at '/redis/addresses': 'redis:6379' does not match pattern
          redis: {addresses: 'redis://me:word@redis:6379'}                | at '/redis/addresses'
          image: {pullPolicy: Sometimes}                                  | value must be one of 'Always', 'IfNotPresent', 'Never'
          settings: {concurrency: 8}                                      | invalid propertyName 'concurrency'
          settings: {lockarbiter: {concurrency: 8}}                       | at '/settings'
          arbiter: {secrets: {lockarbiter.redis.password: word}}          | at '/arbiter/secrets/lockarbiter.redis.password': got string, want object
          arbiter: {secrets: {lockarbiter.redis.password: {name: redis}}} | missing property 'key'
          networkPolicy: {monitoring: [monitoring]}                       | at '/networkPolicy/monitoring/0': got string, want object
          pod: {hostNetwork: true}                                        | at '/pod': additional properties 'hostNetwork' not allowed
          kafka: {bootstrapServers: ''}                                   | kafka.bootstrapServers is missing. Fix: --set kafka.bootstrapServers=HOST:PORT
          redis: {addresses: ''}                                          | redis.addresses is missing. Fix: --set redis.addresses=redis://HOST:PORT
          console: {enabled: true}                                        | console.enabled without a login; the console would not start. Fix: --set console.usersSecret
          gateway: {enabled: true}                                        | gateway.enabled without keys and rules; the gateway would not start. Fix: --set gateway.accessSecret
          tracing: {endpoint: otel-collector}                             | at '/tracing/endpoint': 'otel-collector' does not match pattern
          tracing: {endpoint: 'http://otel:4318', ratio: 2}               | at '/tracing/ratio': maximum: got 2, want 1
          tracing: {endpoint: 'http://otel:4318'}                         | tracing.endpoint without the image of the agent. Fix: --set tracing.image=IMAGE
          strimzi: {enabled: true}                                        | strimzi.enabled without the name of the Kafka. Fix: --set strimzi.cluster=NAME
          audit: {enabled: true, period: 1 day}                           | at '/audit/period': '1 day' does not match pattern
          audit: {pushgateway: 'pushgateway:9091'}                        | at '/audit/pushgateway': 'pushgateway:9091' does not match pattern
          audit: {pushgateway: 'http://pushgateway:9091/?a=b'}            | at '/audit/pushgateway': 'http://pushgateway:9091/?a=b' does not match pattern
          audit: {enabled: true, files: {kafka-client: mine}}             | files and audit.files name the folder kafka-client, which the audit has itself. Fix: another name
          audit: {enabled: true, kafka: {sasl.jaas.config: word}}         | sasl.jaas.config stands in the values, which everybody sees who may read the release. Fix: put it into a Secret, and name that under audit.files, and read it from there: sasl.jaas.config: ${directory:/etc/lockarbiter/FOLDER:KEY}
          settings: {lockarbiter.redis.password: word}                    | lockarbiter.redis.password stands in the values, which everybody sees who may read the release. Fix: put it into a Secret
          """)
  void value_isRefused(String values, String text) {
    String key = values.substring(0, values.indexOf(':') + 1);
    String others =
        GOOD.lines()
            .filter(line -> !line.startsWith(key))
            .collect(Collectors.joining("\n", "", "\n"));

    assertThatThrownBy(() -> Chart.render(others + values + "\n")).hasMessageContaining(text);
  }
}
