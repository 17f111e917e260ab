/** One HTTP server that shows the dashboard, the status, the metrics and the health of a process. */
module dev.divvy.console {
    requires transitive dev.divvy.coordination;
    requires jdk.httpserver;
    requires transitive micrometer.core;
    requires micrometer.registry.prometheus;
    requires static transitive org.jspecify;
    requires tools.jackson.jr.ob;

    exports dev.divvy.console;

    // The JSON library reads records by reflection.
    opens dev.divvy.console to
            tools.jackson.jr.ob;
    opens dev.divvy.console.http to
            tools.jackson.jr.ob;
    opens dev.divvy.console.view to
            tools.jackson.jr.ob;
}
