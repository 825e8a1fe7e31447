package io.lockarbiter.arbiter.view;

import io.lockarbiter.lua.store.StoreUnavailableException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** How the HTTP view says what went wrong: 400 for the request, 503 for a store out of reach. */
@RestControllerAdvice
final class ProblemAdvice {
  @ExceptionHandler
  ProblemDetail badRequest(BadParameterException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  ProblemDetail unavailable(StoreUnavailableException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }
}
