package io.lockarbiter.webdav;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.fence.FencingMemory;
import io.lockarbiter.client.fence.GuardCleaner;
import io.lockarbiter.client.kafka.KafkaLiveTokens;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.realm.MemoryRealm;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.jspecify.annotations.Nullable;

/** A WebDAV server, one of any number over one folder. */
public final class WebdavServer implements AutoCloseable {
  private static final Duration CLEANING = Duration.ofHours(1);
  private static final String LOCALHOST = "127.0.0.1";
  private static final String WOPI = "/wopi/*";

  private final Tomcat tomcat;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private WebdavServer(Tomcat tomcat) {
    this.tomcat = tomcat;
  }

  /**
   * Starts a server. Arguments: brokers, port, folder, account, and a file of users as Tomcat's
   * {@code tomcat-users.xml}. Without users it asks nobody who he is, and listens to this machine
   * alone. The system property {@code lockarbiter.topics.prefix} is the prefix of the topics. If
   * {@code lockarbiter.wopi.key} names a file with a secret, office suites are served at {@code
   * /wopi} by tokens of {@link WopiTokens}.
   */
  public static void main(String[] args) throws Exception {
    if (args.length < 4) {
      System.err.println("Usage: brokers port folder account [tomcat-users.xml]");
      System.exit(2);
    }
    LockClientOptions options =
        LockClientOptions.of(args[0])
            .withName("webdav")
            .withTopicPrefix(System.getProperty("lockarbiter.topics.prefix", ""));
    LockClient client = KafkaLockClient.open(options);
    LockView view = KafkaLockView.open(options);
    SharedFolder folder = SharedFolder.at(Path.of(args[2]));
    FencingMemory memory = folder.memory();
    if (memory != null) {
      var unused = GuardCleaner.start(KafkaLiveTokens.open(options), memory, CLEANING);
    }
    String key = System.getProperty("lockarbiter.wopi.key", "");
    WebdavServer server =
        start(
            new ArbiterWebdavServlet(client, view, WebdavPlaces.inAccount(args[3]), folder),
            key.isEmpty()
                ? null
                : new WopiServlet(client, view, WopiTokens.in(Path.of(key), args[3]), folder),
            Path.of(args[2]),
            Integer.parseInt(args[1]),
            args.length > 4 ? Path.of(args[4]) : null);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  view.close();
                  client.close();
                }));
    System.out.println("listening on port " + server.port());
  }

  /** Starts a server without WOPI. */
  public static WebdavServer start(
      ArbiterWebdavServlet servlet, Path folder, int port, @Nullable Path users)
      throws LifecycleException, IOException {
    return start(servlet, /* wopi= */ null, folder, port, users);
  }

  /**
   * Starts a server of a servlet.
   *
   * @param wopi serves office suites at {@code /wopi}, by its own tokens; null = nobody does
   * @param folder that of the servlets
   * @param port 0 = any
   * @param users a file as {@code tomcat-users.xml}, for Basic authentication; null = everybody on
   *     this machine is anonymous
   */
  public static WebdavServer start(
      ArbiterWebdavServlet servlet,
      @Nullable WopiServlet wopi,
      Path folder,
      int port,
      @Nullable Path users)
      throws LifecycleException, IOException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("webdav").toString());
    tomcat.setPort(port);
    Connector connector = tomcat.getConnector();
    Context context = tomcat.addContext("", folder.toRealPath().toString());
    Tomcat.addServlet(context, "webdav", servlet).setLoadOnStartup(1);
    context.addServletMappingDecoded("/*", "webdav");
    if (wopi != null) {
      Tomcat.addServlet(context, "wopi", wopi);
      context.addServletMappingDecoded(WOPI, "wopi");
    }
    if (users == null) {
      connector.setProperty("address", LOCALHOST);
    } else {
      authenticate(context, users);
      if (wopi != null) {
        admitByToken(context);
      }
    }
    tomcat.start();
    return new WebdavServer(tomcat);
  }

  private static void authenticate(Context context, Path users) {
    MemoryRealm realm = new MemoryRealm();
    realm.setPathname(users.toAbsolutePath().toString());
    context.setRealm(realm);
    LoginConfig login = new LoginConfig();
    login.setAuthMethod("BASIC");
    login.setRealmName("WebDAV");
    context.setLoginConfig(login);
    SecurityCollection everything = new SecurityCollection();
    everything.addPatternDecoded("/*");
    SecurityConstraint anyUser = new SecurityConstraint();
    anyUser.addCollection(everything);
    anyUser.setAuthConstraint(true);
    anyUser.addAuthRole(SecurityConstraint.ROLE_ALL_AUTHENTICATED_USERS);
    context.addConstraint(anyUser);
    context.getPipeline().addValve(new BasicAuthenticator());
  }

  /** Asks nobody for a password at WOPI: its servlet checks tokens. The longer pattern counts. */
  private static void admitByToken(Context context) {
    SecurityCollection files = new SecurityCollection();
    files.addPatternDecoded(WOPI);
    SecurityConstraint nobody = new SecurityConstraint();
    nobody.addCollection(files);
    context.addConstraint(nobody);
  }

  /** The port on which it listens. */
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    if (isClosed.getAndSet(true)) {
      return;
    }
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException("the server does not stop", e);
    }
  }
}
