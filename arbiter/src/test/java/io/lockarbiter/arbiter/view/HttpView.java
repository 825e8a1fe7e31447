package io.lockarbiter.arbiter.view;

import java.util.List;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** An endpoint behind HTTP, with the view's way to say what went wrong. */
final class HttpView {
  private HttpView() {}

  static MockMvcTester of(Object endpoint) {
    return MockMvcTester.of(
        List.of(endpoint), builder -> builder.setControllerAdvice(new ProblemAdvice()).build());
  }
}
