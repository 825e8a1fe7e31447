package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Every parameter of every endpoint, given twice: a path would otherwise be joined by a comma. */
class RepeatedParametersTest {
  private static final ReferenceLockStore STORE = new ReferenceLockStore();
  private static final ViewedState STATE = new ViewedState(STORE, new PartitionStatuses());

  private final MockMvcTester http =
      HttpView.of(
          new ExplainEndpoint(STORE, STATE, Settings.DEFAULT),
          new LocksEndpoint(STORE, STATE, Settings.DEFAULT),
          new WaitingEndpoint(STORE, STATE, Settings.DEFAULT));

  /** Path and name of each parameter of this package's endpoints. */
  static List<String[]> parameters() {
    ClassPathScanningCandidateComponentProvider scan =
        new ClassPathScanningCandidateComponentProvider(false);
    scan.addIncludeFilter(new AnnotationTypeFilter(RestController.class));
    return scan.findCandidateComponents(ArbiterApplication.class.getPackageName()).stream()
        .map(
            bean ->
                ClassUtils.resolveClassName(Objects.requireNonNull(bean.getBeanClassName()), null))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(GetMapping.class))
        .flatMap(
            method ->
                Stream.of(method.getParameters())
                    .filter(parameter -> parameter.isAnnotationPresent(RequestParam.class))
                    .map(
                        parameter ->
                            new String[] {
                              method.getAnnotation(GetMapping.class).value()[0], parameter.getName()
                            }))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void parameterGivenTwice_isRefused(String path, String name) {
    assertThat(http.get().uri(path + "?{name}=1&{name}=2", "acme", name, name))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo(name + " is given 2 times, expected once");
  }

  @Test
  void allEndpoints_areFound() {
    assertThat(parameters())
        .extracting(parameter -> parameter[1])
        .contains("path", "operation", "destination", "subAccount", "session", "under", "limit");
  }
}
