package io.lockarbiter.fence.jdbc;

import java.sql.SQLException;

/**
 * The database could not say whether an action comes too late; the caller rolls back. The cause is
 * its {@link SQLException}.
 */
public final class FencingStoreException extends RuntimeException {
  FencingStoreException(String account, SQLException cause) {
    super(
        "The fencing guard of account=%s failed with sqlState=%s: %s. The action is not admitted. Roll back; repeat the transaction if the state is 40001 or 40P01; raise max_locks_per_transaction if it is 53200."
            .formatted(account, cause.getSQLState(), cause.getMessage()),
        cause);
  }
}
