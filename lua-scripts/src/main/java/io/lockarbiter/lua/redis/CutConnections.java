package io.lockarbiter.lua.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Queue;
import org.redisson.client.NettyHook;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.handler.CommandsQueue;
import org.redisson.client.protocol.QueueCommandHolder;

/**
 * Lets calls fail when their connection is cut. Redisson forgets what was sent on such a connection
 * and lets it run into the time-out.
 */
public final class CutConnections implements NettyHook {
  private final PendingCommands pending = new PendingCommands();

  /** To be set in the client's configuration. */
  public CutConnections() {}

  @Override
  public void afterBoostrapInitialization(Bootstrap bootstrap) {}

  /** Comes before the handler that forgets. */
  @Override
  public void afterChannelInitialization(Channel channel) {
    channel.pipeline().addFirst(pending);
  }

  @Sharable
  private static final class PendingCommands extends ChannelInboundHandlerAdapter {
    @Override
    public void channelInactive(ChannelHandlerContext context) {
      Queue<QueueCommandHolder> sent = context.channel().attr(CommandsQueue.COMMANDS_QUEUE).get();
      if (sent != null) {
        for (QueueCommandHolder holder : sent) {
          holder
              .getCommand()
              .tryFailure(
                  new RedisConnectionException(
                      "the connection " + context.channel() + " was cut before the answer came"));
        }
      }
      context.fireChannelInactive();
    }
  }
}
