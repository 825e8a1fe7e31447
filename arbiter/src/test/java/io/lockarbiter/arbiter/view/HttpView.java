package io.lockarbiter.arbiter.view;

import io.lockarbiter.service.view.KnownParametersInterceptor;
import io.lockarbiter.service.view.OneValueInterceptor;
import java.util.List;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** Endpoints behind HTTP, with the view's problem details and interceptor. */
final class HttpView {
  private HttpView() {}

  static MockMvcTester of(Object... endpoints) {
    return MockMvcTester.of(
        List.of(endpoints),
        builder ->
            builder
                .setControllerAdvice(new ProblemAdvice())
                .addInterceptors(new OneValueInterceptor(), new KnownParametersInterceptor())
                .build());
  }
}
