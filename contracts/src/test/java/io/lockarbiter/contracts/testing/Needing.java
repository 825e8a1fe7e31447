package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.fail;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests with needs, for {@link NeedsTest}; each fails if it runs, or if its class is prepared. */
@SuppressWarnings("unused") // JUnit finds them.
final class Needing {
  private Needing() {}

  @Needs(OptionalTool.BROWSER)
  static class OnClass {
    @BeforeAll
    static void prepare() {
      fail("prepared");
    }

    @Test
    void one() {
      fail("ran");
    }

    @Test
    void two() {
      fail("ran");
    }

    @Nested
    class Inner {
      @Test
      void three() {
        fail("ran");
      }
    }
  }

  @Needs(OptionalTool.BROWSER)
  abstract static class Page {
    @BeforeAll
    static void prepare() {
      fail("prepared");
    }

    @AfterEach
    void look() {
      fail("looked");
    }
  }

  abstract static class LongPage extends Page {}

  static class OnSuperclass extends LongPage {
    @Test
    void one() {
      fail("ran");
    }
  }

  static class OnMethod {
    @Test
    @Needs(OptionalTool.BROWSER)
    void one() {
      fail("ran");
    }

    @Test
    void other() {}
  }

  @Needs(OptionalTool.BROWSER)
  interface Pages {
    @Test
    default void one() {
      fail("ran");
    }
  }

  static class OnInterface implements Pages {}

  static class OnInterfaceOfSuperclass extends OnInterface {}

  interface OnePage {
    @Test
    @Needs(OptionalTool.BROWSER)
    default void one() {
      fail("ran");
    }
  }

  static class OnMethodOfInterface implements OnePage {}

  static class OnNested {
    @Nested
    @Needs(OptionalTool.BROWSER)
    class Inner {
      @Test
      void one() {
        fail("ran");
      }
    }

    @Test
    void other() {}
  }

  @Needs(OptionalTool.BROWSER)
  @Target({ElementType.TYPE, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface PageTest {}

  @PageTest
  static class OnAnnotationOfClass {
    @Test
    void one() {
      fail("ran");
    }
  }

  static class OnAnnotationOfSuperclass extends OnAnnotationOfClass {}

  static class OnAnnotationOfMethod {
    @Test
    @PageTest
    void one() {
      fail("ran");
    }
  }

  @Needs(OptionalTool.BROWSER)
  @Needs(OptionalTool.MARIADB)
  static class Twice {
    @Test
    void one() {
      fail("ran");
    }
  }

  @Needs(OptionalTool.MARIADB)
  static class BesideSuperclass extends Page {
    @Test
    void one() {
      fail("ran");
    }
  }

  @PageTest
  @Needs(OptionalTool.MARIADB)
  static class BesideAnnotation {
    @Test
    void one() {
      fail("ran");
    }
  }

  @Needs(OptionalTool.BROWSER)
  @Needs(OptionalTool.MARIADB)
  static class Satisfied {
    @Test
    @PageTest
    void one() {}
  }
}
