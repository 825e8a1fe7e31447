package io.lockarbiter.webdav;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.fence.FencingMemory;
import io.lockarbiter.client.fence.GuardCleaner;
import io.lockarbiter.client.kafka.KafkaLiveTokens;
import io.lockarbiter.client.kafka.KafkaLockClient;
import java.io.IOException;
import java.net.BindException;
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
  /** Clients of WebDAV wait for half a minute, or a minute. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

  private static final Duration CLEANING = Duration.ofHours(1);
  private static final int MOST_PORT = 65_535;
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
  public static void main(String[] args) throws IOException {
    if (args.length < 4) {
      System.err.println("Usage: brokers port folder account [tomcat-users.xml]");
      System.exit(2);
    }
    String key = System.getProperty("lockarbiter.wopi.key", "");
    String mistake = mistake(args, key);
    if (mistake != null) {
      System.err.println(mistake);
      System.exit(2);
    }
    try {
      serve(args, key);
    } catch (LifecycleException | LockException | IllegalArgumentException e) {
      System.err.println("The server does not start: " + why(e, args[1]));
      System.exit(1);
    }
  }

  /** The first mistake in the arguments, and what helps; null if there is none. */
  static @Nullable String mistake(String[] args, String key) {
    if (!args[1].matches("[0-9]{1,5}") || Integer.parseInt(args[1]) > MOST_PORT) {
      return "port=%s is no number from 0 to %d, so nothing is served. Fix: name a port; 0 is any free one"
          .formatted(args[1], MOST_PORT);
    }
    if (!Files.isDirectory(Path.of(args[2]))) {
      return "folder=%s is no folder, so nothing is served. Fix: make it, or name the folder that all servers share"
          .formatted(args[2]);
    }
    if (args.length > 4 && !Files.isReadable(Path.of(args[4]))) {
      return "users=%s cannot be read, so nobody could log in. Fix: write a file there as Tomcat's tomcat-users.xml"
          .formatted(args[4]);
    }
    return key.isEmpty() ? null : WopiTokens.mistake(Path.of(key));
  }

  private static String why(Exception e, String port) {
    Throwable cause = e;
    while (cause instanceof LifecycleException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof BindException
        ? "port=%s: %s. Fix: end the program that has it, or name another port"
            .formatted(port, cause.getMessage())
        : String.valueOf(cause.getMessage());
  }

  private static void serve(String[] args, String key) throws IOException, LifecycleException {
    LockClientOptions options =
        LockClientOptions.of(args[0])
            .withName("webdav")
            .withAnswerTimeout(LONGEST_ANSWER)
            .withTopicPrefix(System.getProperty("lockarbiter.topics.prefix", ""));
    LockClient client = KafkaLockClient.open(options);
    LockView view = KafkaLockView.open(options);
    SharedFolder folder = SharedFolder.at(Path.of(args[2]));
    FencingMemory memory = folder.memory();
    if (memory != null) {
      var unused = GuardCleaner.start(KafkaLiveTokens.open(options), memory, CLEANING);
    }
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
    // Otherwise a port that somebody else has is a line in the log, and a server that nobody hears.
    connector.setThrowOnFailure(true);
    // Whoever asks first hears a refusal before the bytes are sent.
    connector.setProperty("continueResponseTiming", "onRead");
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
