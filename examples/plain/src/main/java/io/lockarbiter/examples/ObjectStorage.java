package io.lockarbiter.examples;

import io.lockarbiter.client.Lease;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** A bucket with a pointer for each path, which names the writer and the place of the data. */
record ObjectStorage(HttpClient http, String bucket, Runnable beforePut) {
  void write(Lease lease, String path, String data) throws Exception {
    String key = "/data/" + UUID.randomUUID(); // a new one each time: nothing is overwritten
    check(send("PUT", key, data, "If-None-Match", "*").statusCode() == 200, "no data were written");
    point(lease, path, key);
  }

  /** Leaves a tombstone: without an object a late writer would not be noticed. */
  void delete(Lease lease, String path) throws Exception {
    point(lease, path, "deleted");
  }

  private void point(Lease lease, String path, String to) throws Exception {
    String ours = lease.token() + " " + lease.run() + " " + to; // in the body, so in the ETag
    int status = 412;
    for (int attempt = 0; status != 200 && attempt < 10; attempt++) {
      HttpResponse<String> last = send("GET", "/paths" + path, "", "Accept", "*/*");
      boolean isFirst = last.statusCode() == 404;
      String etag = last.headers().firstValue("ETag").orElse("");
      if (!isFirst) {
        String[] by = last.body().split(" ");
        int order = Long.compare(lease.token(), Long.parseLong(by[0]));
        boolean isLate = order < 0 || (order == 0 && lease.run() < Long.parseLong(by[1]));
        check(!etag.isEmpty(), "the store answers no ETag, it could not refuse a late writer");
        check(!isLate, "token " + by[0] + " was there before: too late");
      }
      beforePut.run(); // any process may stand still here, for any time
      String condition = isFirst ? "If-None-Match" : "If-Match";
      status = send("PUT", "/paths" + path, ours, condition, isFirst ? "*" : etag).statusCode();
    }
    check(status == 200, "the path was not written, status " + status);
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalStateException(problem);
    }
  }

  /** Sends without a signature; if your store wants one, send the same with its library. */
  HttpResponse<String> send(String method, String key, String body, String header, String value)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(bucket + key));
    request.header(header, value).method(method, BodyPublishers.ofString(body));
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
