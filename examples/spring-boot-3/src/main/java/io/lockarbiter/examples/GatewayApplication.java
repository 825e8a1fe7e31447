package io.lockarbiter.examples;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Service;

/**
 * A gateway on Spring Boot 3.5: it starts without a broker, and {@code /actuator/health} says so.
 */
@SpringBootApplication
public class GatewayApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(GatewayApplication.class, arguments);
  }

  /** Uploads under a lock; one that is sent again takes the place of the one whose line broke. */
  @Service
  public static class Uploads {
    private final LockClient locks;

    Uploads(LockClient locks) {
      this.locks = locks;
    }

    /** Returns the token with which the storage was written. */
    public long upload(String account, String user, String path) throws InterruptedException {
      LockRequest request =
          LockRequest.upload(account, user, path)
              .waitingUpTo(Duration.ofSeconds(2))
              .askingOwnHolders(Duration.ofSeconds(1), "sent again");
      try (Lease lease = locks.acquire(request)) {
        return lease.token();
      }
    }
  }
}
