package io.lockarbiter.e2e;

import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.netty.pkitesting.X509Bundle;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.config.ConfigResource;

/** A broker that requires a password by SCRAM over TLS, beside an open port for the test itself. */
final class SecuredBroker {
  private static final String LISTENER = "listener.name.secured.";
  private static final String CERTIFICATE = LISTENER + "ssl.keystore.certificate.chain";
  private static final String KEY = LISTENER + "ssl.keystore.key";
  private static final String MODULE =
      "org.apache.kafka.common.security.scram.ScramLoginModule required";

  private SecuredBroker() {}

  /**
   * Returns the options.
   *
   * @param secured host and port of the listener with passwords
   */
  static KafkaOptions options(X509Bundle own, String secured) {
    int port = Ports.free();
    String clients = "PLAINTEXT://%s:%d,SECURED://%s".formatted(Ports.HOST, port, secured);
    String controller = Ports.HOST + ":" + Ports.free();
    return KafkaOptions.DEFAULT
        .withPort(port)
        .withProperty("listeners", clients + ",CONTROLLER://" + controller)
        .withProperty("advertised.listeners", clients)
        .withProperty("controller.quorum.voters", "1@" + controller)
        .withProperty(
            "listener.security.protocol.map",
            "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL")
        .withProperty("sasl.enabled.mechanisms", "SCRAM-SHA-512,SCRAM-SHA-256")
        .withProperty(LISTENER + "scram-sha-512.sasl.jaas.config", MODULE + ";")
        .withProperty(LISTENER + "scram-sha-256.sasl.jaas.config", MODULE + ";")
        .withProperty(LISTENER + "ssl.keystore.type", "PEM")
        .withProperty(CERTIFICATE, own.getCertificatePathPEM())
        .withProperty(KEY, own.getPrivateKeyPEM())
        .withProperty(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
        .withProperty("super.users", "User:ANONYMOUS");
  }

  /** Gives a user a password for a mechanism, in the place of an earlier one. */
  static void setPassword(Admin admin, String user, ScramMechanism mechanism, String password)
      throws Exception {
    admin
        .alterUserScramCredentials(
            List.of(
                new UserScramCredentialUpsertion(
                    user, new ScramCredentialInfo(mechanism, 4096), password)))
        .all()
        .get();
  }

  /** Takes the password for a mechanism from a user. */
  static void removePassword(Admin admin, String user, ScramMechanism mechanism) throws Exception {
    admin
        .alterUserScramCredentials(List.of(new UserScramCredentialDeletion(user, mechanism)))
        .all()
        .get();
  }

  /** Returns what a client needs to log in. */
  static String login(String user, String password) {
    return "%s username=\"%s\" password=\"%s\";".formatted(MODULE, user, password);
  }

  /** Lets the running broker show another certificate to new connections. */
  static void setCertificate(Admin admin, X509Bundle own) throws Exception {
    admin
        .incrementalAlterConfigs(
            Map.of(
                new ConfigResource(ConfigResource.Type.BROKER, "1"),
                List.of(
                    set(LISTENER + "ssl.keystore.type", "PEM"),
                    set(CERTIFICATE, own.getCertificatePathPEM()),
                    set(KEY, own.getPrivateKeyPEM()))))
        .all()
        .get();
  }

  private static AlterConfigOp set(String name, String value) {
    return new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
  }
}
