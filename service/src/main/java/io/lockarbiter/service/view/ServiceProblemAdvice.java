package io.lockarbiter.service.view;

import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.lua.store.StoreUnavailableException;
import io.lockarbiter.lua.store.ViewTooLargeException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * The problem details that every HTTP service answers with: 400 for a bad parameter, 503 for a
 * store out of reach. Requests that Spring itself refuses get problem details too, and no line in
 * the log, because anybody may send them.
 */
public abstract class ServiceProblemAdvice extends ResponseEntityExceptionHandler {
  /** For subclasses, which add the problems of one service. */
  protected ServiceProblemAdvice() {}

  @ExceptionHandler
  final ResponseEntity<ProblemDetail> badParameter(BadParameterException e) {
    return problem(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  /** A path that cannot be compared with those of the locks. */
  @ExceptionHandler
  final ResponseEntity<ProblemDetail> badPath(BadPathException e) {
    return problem(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  /** A parameter that is no whole number; all parameters that are not text are whole numbers. */
  @ExceptionHandler
  final ResponseEntity<ProblemDetail> badNumber(MethodArgumentTypeMismatchException e) {
    return problem(HttpStatus.BAD_REQUEST, e.getName() + " is not a whole number");
  }

  @ExceptionHandler
  final ResponseEntity<ProblemDetail> tooLarge(ViewTooLargeException e) {
    return problem(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  final ResponseEntity<ProblemDetail> unavailable(StoreUnavailableException e) {
    return problem(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }

  /** A problem; 503 and 429 ask to try again after a second. */
  protected static ResponseEntity<ProblemDetail> problem(HttpStatus status, String detail) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
    if (status == HttpStatus.SERVICE_UNAVAILABLE || status == HttpStatus.TOO_MANY_REQUESTS) {
      answer.header(HttpHeaders.RETRY_AFTER, "1");
    }
    return answer.body(ProblemDetail.forStatusAndDetail(status, detail));
  }
}
