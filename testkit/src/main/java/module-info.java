/** Test support for users: the contract that every board passes, and the simulator. */
module dev.divvy.testkit {
    requires transitive dev.divvy.coordination;
    requires static org.jspecify;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;

    exports dev.divvy.testkit.contract;
    exports dev.divvy.testkit.simulation;

    // JUnit invokes the contract's tests, which are methods of package-private interfaces.
    opens dev.divvy.testkit.contract;
}
