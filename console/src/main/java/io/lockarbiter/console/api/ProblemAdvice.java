package io.lockarbiter.console.api;

import io.lockarbiter.console.kafka.NotPublishedException;
import io.lockarbiter.console.mirror.MirrorUnavailableException;
import io.lockarbiter.service.view.ServiceProblemAdvice;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.propertyeditors.StringArrayPropertyEditor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Answers errors as problem details. Errors that any client can cause are not logged. */
@RestControllerAdvice
final class ProblemAdvice extends ServiceProblemAdvice {
  private static final int MOST_OF_A_NAME = 60;

  /** Keeps a value with a comma in one piece: the separator given here occurs in no name. */
  @InitBinder
  void keepCommas(WebDataBinder binder) {
    binder.registerCustomEditor(
        String[].class, new StringArrayPropertyEditor("\u0000", false, false));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> refused(Refused e) {
    return problem(e.status(), String.valueOf(e.getMessage()));
  }

  @ExceptionHandler({MirrorUnavailableException.class, KafkaException.class})
  ResponseEntity<ProblemDetail> later(RuntimeException e) {
    return problem(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unpublished(NotPublishedException e) {
    return problem(
        HttpStatus.SERVICE_UNAVAILABLE,
        "whether the command was stored is not known: %s. Look whether the lock ended before you try again"
            .formatted(e.getMessage()));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String detail =
        e.getCause() instanceof UnrecognizedPropertyException unknown
            ? "the body has the field %s, which is not known here; known are %s"
                .formatted(
                    StringUtils.truncate(unknown.getPropertyName(), MOST_OF_A_NAME),
                    unknown.getKnownPropertyIds())
            : "the body is not what is asked for as JSON";
    return handleExceptionInternal(
        e, ProblemDetail.forStatusAndDetail(status, detail), headers, status, request);
  }
}
