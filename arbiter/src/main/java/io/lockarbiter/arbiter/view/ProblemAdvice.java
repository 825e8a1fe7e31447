package io.lockarbiter.arbiter.view;

import io.lockarbiter.service.view.ServiceProblemAdvice;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * The problem details of the HTTP view: those of every service, and 503 for a partition without its
 * state or for too many views at a time.
 */
@RestControllerAdvice
final class ProblemAdvice extends ServiceProblemAdvice {
  @ExceptionHandler({TooManyViewsException.class, NoStateException.class})
  ResponseEntity<ProblemDetail> askAgain(RuntimeException e) {
    return problem(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }
}
