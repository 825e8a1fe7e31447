package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockarbiter.console.ConsoleApplication;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.ValueConstants;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** openapi.json describes exactly the requests and answers that the controllers have. */
class OpenApiTest {
  /** Paths that are answered before any controller. */
  private static final Set<String> OF_SPRING_SECURITY =
      Set.of("post /api/login", "post /api/logout");

  private static final String CSRF_HEADER = "X-XSRF-TOKEN";

  private final JsonNode document = read();
  private final Map<String, Method> mappings = mappings();
  private final Set<String> referred = new HashSet<>();

  private static JsonNode read() {
    try (InputStream in =
        ConsoleApplication.class.getResourceAsStream("/console/api/openapi.json")) {
      return JsonMapper.builder().build().readTree(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, Method> mappings() {
    ClassPathScanningCandidateComponentProvider scan =
        new ClassPathScanningCandidateComponentProvider(false);
    scan.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
    Map<String, Method> found = new TreeMap<>();
    scan.findCandidateComponents(ConsoleApplication.class.getPackageName())
        .forEach(
            bean -> {
              String name = Objects.requireNonNull(bean.getBeanClassName());
              for (Method method : ClassUtils.resolveClassName(name, null).getDeclaredMethods()) {
                RequestMapping mapping =
                    AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class);
                if (mapping != null) {
                  found.put(
                      mapping.method()[0].name().toLowerCase(java.util.Locale.ROOT)
                          + " "
                          + mapping.path()[0],
                      method);
                }
              }
            });
    return found;
  }

  private JsonNode documented(String mapping) {
    String[] words = mapping.split(" ", 2);
    return document.path("paths").path(words[1]).path(words[0]);
  }

  @Test
  void everyMapping_isDocumented_andNothingElse() {
    Set<String> documented = new TreeSet<>();
    document
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(method -> documented.add(method + " " + path.getKey())));
    Set<String> mapped = new TreeSet<>(mappings.keySet());
    mapped.addAll(OF_SPRING_SECURITY);
    assertThat(documented).isEqualTo(mapped).hasSizeGreaterThan(10);
  }

  @Test
  void everyParameter_isDocumentedWithItsDefault_andNothingElse() {
    mappings.forEach(
        (mapping, method) -> {
          Map<String, String> documented = new TreeMap<>();
          documented(mapping)
              .path("parameters")
              .forEach(
                  parameter ->
                      documented.put(
                          parameter.path("in").asString() + " " + parameter.path("name").asString(),
                          parameter.path("schema").path("default").asString("")));
          assertThat(documented).as(mapping).isEqualTo(parameters(method));
        });
  }

  private static Map<String, String> parameters(Method method) {
    Map<String, String> found = new TreeMap<>();
    if (method.isAnnotationPresent(PostMapping.class)) {
      found.put("header " + CSRF_HEADER, "");
    }
    for (Parameter parameter : method.getParameters()) {
      RequestParam query = parameter.getAnnotation(RequestParam.class);
      if (query != null) {
        boolean isNumber = parameter.getType() == int.class || parameter.getType() == long.class;
        found.put(
            "query " + (query.name().isEmpty() ? parameter.getName() : query.name()),
            isNumber && !query.defaultValue().equals(ValueConstants.DEFAULT_NONE)
                ? query.defaultValue()
                : "");
      }
      RequestHeader header = parameter.getAnnotation(RequestHeader.class);
      if (header != null) {
        found.put("header " + header.name(), "");
      }
    }
    return found;
  }

  @Test
  void everyFieldOfWhatIsSent_isDocumented_andNothingElse() {
    List<String> differences = new ArrayList<>();
    mappings.forEach(
        (mapping, method) -> {
          compare(
              mapping + " body",
              Stream.of(method.getParameters())
                  .filter(parameter -> parameter.isAnnotationPresent(RequestBody.class))
                  .map(Parameter::getParameterizedType)
                  .findFirst()
                  .orElse(null),
              content(documented(mapping).path("requestBody")),
              differences);
          compare(
              mapping,
              answered(method.getGenericReturnType()),
              content(success(documented(mapping))),
              differences);
        });
    assertThat(differences).isEmpty();
    assertThat(document.path("components").path("schemas").propertyNames())
        .as("schemas that something refers to, and Problem")
        .allMatch(name -> referred.contains(name) || name.equals("Problem"));
  }

  private static JsonNode success(JsonNode operation) {
    return operation.path("responses").properties().stream()
        .filter(response -> response.getKey().startsWith("2"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode content(JsonNode of) {
    return of.path("content").path("application/json").path("schema");
  }

  /** Returns the type of the JSON answer; null if the answer is not JSON. */
  private static @Nullable Type answered(Type type) {
    if (type instanceof ParameterizedType of && of.getRawType() == ResponseEntity.class) {
      return answered(of.getActualTypeArguments()[0]);
    }
    return type == StreamingResponseBody.class ? null : type;
  }

  private void compare(
      String where, @Nullable Type type, JsonNode schema, List<String> differences) {
    JsonNode meant = resolved(schema);
    String expected = type == null ? "" : kind(type);
    String documented = meant.path("type").asString("");
    if (!documented.equals(expected)) {
      differences.add(where + " is " + expected + ", documented as " + documented);
      return;
    }
    if (type instanceof ParameterizedType list && expected.equals("array")) {
      compare(where + "[]", list.getActualTypeArguments()[0], meant.path("items"), differences);
    } else if (type instanceof ParameterizedType map) {
      compare(
          where + "{}",
          map.getActualTypeArguments()[1],
          meant.path("additionalProperties"),
          differences);
    } else if (type instanceof Class<?> named && named.isRecord()) {
      Map<String, Type> fields = fields(named);
      Set<String> names = new TreeSet<>(meant.path("properties").propertyNames());
      if (!names.equals(fields.keySet())) {
        differences.add(where + " has " + fields.keySet() + ", documented are " + names);
      }
      names.retainAll(fields.keySet());
      names.forEach(
          name ->
              compare(
                  where + "." + name,
                  fields.get(name),
                  meant.path("properties").path(name),
                  differences));
    } else if (type instanceof Class<?> named && named.isEnum() && meant.has("enum")) {
      List<String> values = new ArrayList<>();
      meant.path("enum").forEach(value -> values.add(value.asString()));
      List<String> constants =
          Arrays.stream(named.getEnumConstants()).map(String::valueOf).toList();
      if (!values.equals(constants)) {
        differences.add(where + " is one of " + constants + ", documented are " + values);
      }
    }
  }

  private static Map<String, Type> fields(Class<?> named) {
    Map<String, Type> fields = new TreeMap<>();
    for (RecordComponent field : named.getRecordComponents()) {
      if (field.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        fields.putAll(fields(field.getType()));
      } else {
        boolean isRaw = field.getAccessor().isAnnotationPresent(JsonRawValue.class);
        fields.put(field.getName(), isRaw ? JsonNode.class : field.getGenericType());
      }
    }
    return fields;
  }

  private JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    if (reference.isEmpty()) {
      return schema;
    }
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    referred.add(name);
    return document.path("components").path("schemas").path(name);
  }

  private static String kind(Type type) {
    Type raw = type instanceof ParameterizedType of ? of.getRawType() : type;
    if (raw == List.class) {
      return "array";
    }
    if (raw == Map.class || raw == JsonNode.class || raw instanceof Class<?> of && of.isRecord()) {
      return "object";
    }
    if (raw == String.class || raw instanceof Class<?> named && named.isEnum()) {
      return "string";
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return "boolean";
    }
    return raw == double.class ? "number" : "integer";
  }
}
