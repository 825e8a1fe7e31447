package io.lockarbiter.e2e.artifacts;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The signatures of a class that others can compile against, a line each, the same on every JDK.
 */
final class PublicSignatures {
  private static final int TOLD =
      Modifier.PUBLIC
          | Modifier.PROTECTED
          | Modifier.STATIC
          | Modifier.FINAL
          | Modifier.ABSTRACT
          | Modifier.INTERFACE;

  private PublicSignatures() {}

  /**
   * Returns the class and its members, each member after the class's name; none if the class is
   * hidden.
   */
  static List<String> of(Class<?> type) {
    List<String> lines = new ArrayList<>();
    if (isVisible(type)) {
      lines.add(line(type));
      Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
          .flatMap(Arrays::stream)
          .map(Member.class::cast)
          .filter(member -> isVisible(type, member))
          .map(member -> type.getName() + ": " + line(member))
          .sorted()
          .forEach(lines::add);
    }
    return lines;
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    boolean open =
        Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers());
    return open && !type.isAnonymousClass() && (outer == null || isVisible(outer));
  }

  private static boolean isVisible(Class<?> type, Member member) {
    boolean inherited =
        Modifier.isProtected(member.getModifiers()) && !Modifier.isFinal(type.getModifiers());
    return !member.isSynthetic() && (Modifier.isPublic(member.getModifiers()) || inherited);
  }

  private static String line(Class<?> type) {
    String line =
        modifiers(type.getModifiers())
            + (type.isSealed() ? "sealed " : "")
            + kind(type)
            + type.getName()
            + variables(type.getTypeParameters());
    if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
      line += " extends " + type.getGenericSuperclass().getTypeName();
    }
    line += list(" implements ", Stream.of(type.getGenericInterfaces()));
    return type.isSealed()
        ? line + list(" permits ", Stream.of(type.getPermittedSubclasses()))
        : line;
  }

  private static String kind(Class<?> type) {
    if (type.isInterface()) {
      return "";
    }
    return type.isRecord() ? "record " : type.isEnum() ? "enum " : "class ";
  }

  private static String line(Member member) {
    if (member instanceof Field field) {
      return modifiers(field.getModifiers())
          + field.getGenericType().getTypeName()
          + " "
          + field.getName();
    }
    Executable called = (Executable) member;
    String result =
        called instanceof Method method ? method.getGenericReturnType().getTypeName() + " " : "";
    return modifiers(called.getModifiers())
        + variables(called.getTypeParameters())
        + result
        + (called instanceof Constructor<?> ? "new" : called.getName())
        + "("
        + list("", Stream.of(called.getGenericParameterTypes()))
        + ")"
        + list(" throws ", Stream.of(called.getGenericExceptionTypes()));
  }

  private static String modifiers(int modifiers) {
    String text = Modifier.toString(modifiers & TOLD);
    return text.isEmpty() ? "" : text + " ";
  }

  private static String variables(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Stream.of(variables)
            .map(variable -> variable + list(" extends ", Stream.of(variable.getBounds())))
            .collect(Collectors.joining(", ", "<", "> "));
  }

  private static String list(String lead, Stream<? extends Type> types) {
    String names = types.map(Type::getTypeName).collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : lead + names;
  }
}
