package io.lockarbiter.trial.bench.stage;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The bytes that the threads of another JVM have allocated on its heap. The JVM counts them by
 * itself. Only threads that live are counted, so a thread that ends meanwhile takes its bytes away.
 */
public final class Allocation implements AutoCloseable {
  private final JMXConnector connector;
  private final ThreadMXBean threads;

  private Allocation(JMXConnector connector, ThreadMXBean threads) {
    this.connector = connector;
    this.threads = threads;
  }

  /**
   * Looks into a JVM of the same user on this machine.
   *
   * @param pid its id in the system
   */
  @SuppressWarnings("BanJNDI") // the address is what the JVM itself has just told
  public static Allocation of(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      JMXServiceURL address;
      try {
        address = new JMXServiceURL(machine.startLocalManagementAgent());
      } finally {
        machine.detach();
      }
      JMXConnector connector = JMXConnectorFactory.connect(address);
      return new Allocation(
          connector,
          ManagementFactory.newPlatformMXBeanProxy(
              connector.getMBeanServerConnection(),
              ManagementFactory.THREAD_MXBEAN_NAME,
              ThreadMXBean.class));
    } catch (IOException e) {
      throw new UncheckedIOException("the JVM " + pid + " does not tell what it allocates", e);
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException("the JVM " + pid + " lets nobody look into it", e);
    }
  }

  /** Bytes allocated so far by the threads that live. */
  public long bytes() {
    long[] allocated = threads.getThreadAllocatedBytes(threads.getAllThreadIds());
    return Arrays.stream(allocated).filter(bytes -> bytes > 0).sum();
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
