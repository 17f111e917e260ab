package dev.divvy.spring.outbox;

import java.lang.reflect.Type;
import tools.jackson.databind.ObjectMapper;

/** JSON by Jackson 3, which Spring Boot 4 configures. */
final class Jackson3EventSerializer implements EventSerializer {

    private final ObjectMapper mapper;

    Jackson3EventSerializer(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte[] write(Object event) {
        return mapper.writeValueAsBytes(event);
    }

    @Override
    public Object read(byte[] payload, Type type) {
        return mapper.readValue(payload, mapper.constructType(type));
    }

    @Override
    public String contentType() {
        return "application/json";
    }
}
