package io.lockarbiter.console.api;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Answers requests that no controller handled or refused: the page does not exist. */
@Controller
final class ErrorPage implements ErrorController {
  @RequestMapping("/error")
  ResponseEntity<ProblemDetail> problem(HttpServletRequest request) {
    HttpStatusCode status =
        Optional.ofNullable(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE))
            .map(code -> HttpStatusCode.valueOf((Integer) code))
            .orElse(HttpStatus.NOT_FOUND);
    return ResponseEntity.of(ProblemDetail.forStatus(status)).build();
  }
}
