package io.lockarbiter.arbiter.view;

import io.lockarbiter.lua.store.StoreUnavailableException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * How the HTTP view says what went wrong: 400 for the request, 503 for a store out of reach, a
 * partition without its state or too many views at a time; what Spring refuses by itself likewise,
 * and without a line in the log for what anybody may send.
 */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {
  @ExceptionHandler
  ProblemDetail badRequest(BadParameterException e) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  /** The parameters that are not text are whole numbers. */
  @ExceptionHandler
  ProblemDetail badNumber(MethodArgumentTypeMismatchException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.BAD_REQUEST, e.getName() + " is not a whole number");
  }

  @ExceptionHandler({TooManyViewsException.class, NoStateException.class})
  ResponseEntity<ProblemDetail> askAgain(RuntimeException e) {
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(
            ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage())));
  }

  @ExceptionHandler
  ProblemDetail unavailable(StoreUnavailableException e) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }
}
