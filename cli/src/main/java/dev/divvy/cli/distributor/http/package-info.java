/** The distributor's desk over HTTP: lists, table and status for people, scripts and services, and the store of those who ask there. */
@NullMarked
package dev.divvy.cli.distributor.http;

import org.jspecify.annotations.NullMarked;
