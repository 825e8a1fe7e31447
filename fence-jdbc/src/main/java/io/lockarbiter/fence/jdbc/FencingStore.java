package io.lockarbiter.fence.jdbc;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Locks, decides and remembers for a guard in one kind of database, within one transaction. */
interface FencingStore {
  /** Admits and remembers an action, or returns the reason for a refusal. */
  @Nullable FencingRefusal refusalOf(FencingAction action) throws SQLException;

  /** Raises the floor and forgets the traces below it. */
  void forgetBelow(String account, long token) throws SQLException;
}
