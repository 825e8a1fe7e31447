/** The JSON, the checks of parameters and the problem details that HTTP services share. */
@NullMarked
package io.lockarbiter.service.view;

import org.jspecify.annotations.NullMarked;
