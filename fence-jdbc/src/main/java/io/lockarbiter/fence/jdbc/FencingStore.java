package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How a guard locks, decides and remembers in one kind of database, in one transaction. */
interface FencingStore {
  /** Admits and remembers an action, or says why it must not happen. */
  @Nullable FencingRefusal refusalOf(FencingAction action) throws SQLException;

  /** Raises the floor and forgets what lies below it. */
  void forgetBelow(String account, long token) throws SQLException;
}
