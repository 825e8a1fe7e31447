package io.lockarbiter.deploy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.util.Map;

/**
 * The types of all objects of the chart, read as strictly as an API server does: a field that is
 * not known, or a number where a text belongs, is an error.
 */
final class StrictTypes {
  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "apps/v1 Deployment", Deployment.class,
          "batch/v1 CronJob", CronJob.class,
          "v1 ConfigMap", ConfigMap.class,
          "v1 Service", Service.class,
          "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
          "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class,
          "monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class,
          "kafka.strimzi.io/v1 KafkaTopic", KafkaTopic.class,
          "kafka.strimzi.io/v1 KafkaUser", KafkaUser.class);

  private static final ObjectMapper STRICT = strict();

  private StrictTypes() {}

  private static ObjectMapper strict() {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            // The types keep unknown fields in a map of their own.
            .annotationIntrospector(
                new JacksonAnnotationIntrospector() {
                  @Override
                  public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                  }
                })
            .build();
    for (CoercionInputShape shape :
        new CoercionInputShape[] {
          CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
        }) {
      mapper.coercionConfigFor(LogicalType.Textual).setCoercion(shape, CoercionAction.Fail);
    }
    return mapper;
  }

  static Object read(JsonNode object) throws JsonProcessingException {
    String kind = object.at("/apiVersion").asText() + " " + object.at("/kind").asText();
    Class<?> type = TYPES.get(kind);
    if (type == null) {
      throw new IllegalArgumentException("the chart has no objects of " + kind);
    }
    return STRICT.treeToValue(object, type);
  }
}
