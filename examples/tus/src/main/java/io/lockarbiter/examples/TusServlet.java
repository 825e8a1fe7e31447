package io.lockarbiter.examples;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import me.desair.tus.server.TusFileUploadService;

/** Passes requests on in the name of a user, whom a real server would authenticate. */
final class TusServlet extends HttpServlet {
  private final transient TusFileUploadService uploads;

  TusServlet(TusFileUploadService uploads) {
    this.uploads = uploads;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      uploads.process(request, response, request.getHeader("User"));
    } catch (IOException failed) {
      // The client went away, the lease is lost, or no arbiter answers; a client that is still
      // there asks again.
      System.out.println(request.getMethod() + " " + request.getRequestURI() + ": " + failed);
      if (!response.isCommitted()) {
        response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      }
    }
  }
}
