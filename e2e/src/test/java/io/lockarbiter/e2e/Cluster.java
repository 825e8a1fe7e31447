package io.lockarbiter.e2e;

import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.RedisOptions;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Kafka and Redis for the tests of a class. A parameter of type {@link Deployment} gets a
 * deployment of its own on them. It ends with the test, or with the class if the parameter is one
 * of a method before all tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Cluster.Extension.class)
@interface Cluster {
  /**
   * True if the class has Kafka and Redis for itself and may stop and restart them; Redis then
   * keeps every write. False if they are shared: they run once for all classes.
   */
  boolean alone() default false;

  /** Starts and stops the servers of the tests. */
  final class Extension implements ParameterResolver {
    private static final Namespace SPACE = Namespace.create(Cluster.class);
    private static final AtomicInteger DEPLOYMENTS = new AtomicInteger();

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Deployment.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(SPACE)
          .computeIfAbsent(
              Deployment.class, key -> deployment(context.getRequiredTestClass(), context));
    }

    private static Deployment deployment(Class<?> test, ExtensionContext context) {
      boolean alone = test.getAnnotation(Cluster.class).alone();
      ExtensionContext.Store store = (alone ? classOf(context) : context.getRoot()).getStore(SPACE);
      EmbeddedInfrastructure infrastructure =
          store.computeIfAbsent(
              alone ? test : EmbeddedInfrastructure.class,
              key -> alone ? durable() : EmbeddedInfrastructure.start(),
              EmbeddedInfrastructure.class);
      String name = test.getSimpleName().toLowerCase(Locale.ROOT);
      return new Deployment(infrastructure, name + "-" + DEPLOYMENTS.incrementAndGet());
    }

    private static ExtensionContext classOf(ExtensionContext context) {
      return context.getTestMethod().isEmpty() || context.getParent().isEmpty()
          ? context
          : classOf(context.getParent().get());
    }

    private static EmbeddedInfrastructure durable() {
      return EmbeddedInfrastructure.start(
          KafkaOptions.DEFAULT,
          RedisOptions.DEFAULT.withAppendOnly().withArguments("--appendfsync", "always"));
    }
  }
}
