/** A real browser for tests of pages. Its libraries are optional: a module that uses it declares Selenium and axe for its tests. */
@NullMarked
package dev.divvy.testservers.browser;

import org.jspecify.annotations.NullMarked;
