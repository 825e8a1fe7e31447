package io.lockarbiter.arbiter.view;

/**
 * The deployment to which this instance belongs.
 *
 * @param deployment its name
 * @param topicPrefix the text before the names of its topics
 */
public record ShownDeployment(String deployment, String topicPrefix) {}
