package io.lockarbiter.webdav;

import java.io.IOException;

/** Knows the check-outs of all accounts, whoever has made them, in whichever process. */
public interface LockView extends AutoCloseable {
  /**
   * The check-outs, with everything of the account that was decided before this call.
   *
   * @throws IOException if that cannot be read now
   */
  LockTable now(String account) throws IOException;

  @Override
  void close();
}
