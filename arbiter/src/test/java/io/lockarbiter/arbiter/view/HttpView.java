package io.lockarbiter.arbiter.view;

import java.util.List;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** An endpoint behind HTTP, with the view's problem details. */
final class HttpView {
  private HttpView() {}

  static MockMvcTester of(Object endpoint) {
    return MockMvcTester.of(
        List.of(endpoint), builder -> builder.setControllerAdvice(new ProblemAdvice()).build());
  }
}
